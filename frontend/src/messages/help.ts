/** Texts of the help; the glossary and the rules are pages of docs/. */

export const help = {
  title: "Help",
  contents: "On this page",
  keys: "Keyboard shortcuts",
  keysExplain: "Press ? to see the keys of the current page.",
  keysSwitch: "Switch keyboard shortcuts on or off",
  judging: "Rules",
  judgingTable: "Rules of the lab",
  glossary: "Glossary",
  glossaryTable: "Terms, meanings and terms not used",
  programs: "For programs",
  programsExplain:
    "The REST API does everything that these pages do. It needs a token from the settings. Errors name the fault, the remedy and what was kept.",
  api: "Endpoints of the REST API",
  gallery: "All kinds of charts, with sample data",

  apiTitle: "REST API",
  apiExplain:
    'Send the token in the header "Authorization: Bearer". Times are RFC 3339 in UTC. Field names end in their unit. Unknown values are null.',
  apiDownload: "Download the full description (OpenAPI)",
  apiFilter: "Search",
  apiFilterHint: "Method, path or words",
  apiCount: (shown: number, all: number) => (shown === all ? `${all} endpoints` : `${shown} of ${all} endpoints`),
  apiNone: "No matching endpoint.",
  parameters: "Parameters",
  parametersCaption: (endpoint: string) => `Parameters of ${endpoint}`,
  body: "Body",
  bodyCaption: (endpoint: string) => `Fields of the body of ${endpoint}`,
  bodyFile: "A form with files, or one file.",
  answers: "Responses",
  answersCaption: (endpoint: string) => `Responses of ${endpoint}`,
  columns: {
    name: "Name",
    where: "In",
    type: "Type",
    needed: "Required",
    means: "Meaning",
    status: "Status",
    content: "Content",
  },
} as const;
