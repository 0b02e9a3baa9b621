"""The first words of a page as they are written into it."""

from __future__ import annotations

from storagelab.http.preload import Beginning, PreloadText, write_beginning

INDEX = b'<body><div id="root"></div></body>'


def test_preload_inserts_text_and_responses_into_page() -> None:
    written = write_beginning(
        INDEX, Beginning({"/a": "1", "/b": '"x"'}, PreloadText("A & B", ("One.", "<two>")))
    ).decode()
    assert written == (
        '<body><div id="root"><div class="first-words"><h1 dir="auto">A &amp; B</h1>'
        '<p dir="auto">One.</p><p dir="auto">&lt;two&gt;</p></div></div>'
        '<script type="application/json" id="first-answers">{"/a":1,"/b":"x"}</script></body>'
    )


def test_without_words_the_place_is_empty() -> None:
    assert b'<div id="root"></div><script' in write_beginning(INDEX, Beginning({}, None))


def test_page_without_placeholder_is_unchanged() -> None:
    assert write_beginning(b"<title>lab</title>", Beginning({"/a": "1"}, None)) == b"<title>lab</title>"


def test_an_answer_cannot_end_its_element() -> None:
    written = write_beginning(INDEX, Beginning({"/a": '"</script><!--\u2028"'}, None)).decode()
    assert '{"/a":"\\u003c/script\\u003e\\u003c!--\\u2028"}' in written
