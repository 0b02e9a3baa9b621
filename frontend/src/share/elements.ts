/** Elements, made in a line. Texts are set as text: nothing here is ever markup. */

type Attributes = Readonly<Record<string, string>>;

function withAttributes<Made extends Element>(
  made: Made,
  attributes: Attributes,
  children: readonly (Node | string)[],
) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  return withAttributes(document.createElement(name), attributes, children);
}

export function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: Node[]
): SVGElementTagNameMap[Name] {
  return withAttributes(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}
