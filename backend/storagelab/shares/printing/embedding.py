"""Script of an embedded chart: it gives the article that frames the chart its height."""

from __future__ import annotations

import base64
import hashlib

#: The type of the message to the page around, `{"type": MESSAGE, "height": CSS px}`.
MESSAGE = "storagelab:height"
#: Sends the height at which nothing is cut, whatever height the frame has now.
EMBED_SCRIPT = (
    "{const p=document.querySelector('picture'),i=p.querySelector('img'),m=p.parentElement;"
    "const send=()=>{const w=i.naturalWidth||i.width,h=i.naturalHeight||i.height;"
    "let s=26;for(const e of m.children)if(e!==p)s+=e.offsetHeight;"
    "parent.postMessage({type:'" + MESSAGE + "',height:Math.ceil(s+Math.min(p.clientWidth,w)*h/w)},'*')};"
    "addEventListener('load',send);addEventListener('resize',send);i.addEventListener('load',send)}"
)
#: The source of the script in a content security policy.
EMBED_SCRIPT_SOURCE = f"sha256-{base64.b64encode(hashlib.sha256(EMBED_SCRIPT.encode()).digest()).decode()}"
