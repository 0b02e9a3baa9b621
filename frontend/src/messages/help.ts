/** What the help says; the glossary and the rules are pages of docs/. */

export const help = {
  title: "Help",
  contents: "On this page",
  keys: "Keys",
  keysExplain: "The key ? shows those that act on the page where you are.",
  keysSwitch: "Switch single keys on or off",
  judging: "How the lab judges",
  judgingTable: "Rules of the lab",
  glossary: "Glossary",
  glossaryTable: "Words of the lab, what they mean and what they are not called",
  programs: "For programs",
  programsExplain:
    "Everything that these pages do can be done over REST, with a token from the settings. Errors say what happened, who can mend it and what was kept.",
  api: "Endpoints of the REST API",
  gallery: "All kinds of charts, with sample data",

  apiTitle: "REST API",
  apiExplain:
    "Send the token in the header Authorization: Bearer. Times are RFC 3339 in UTC, units end the names of fields, unknown is null.",
  apiDownload: "Download the whole description (OpenAPI)",
  apiFilter: "Search",
  apiFilterHint: "Method, path or words",
  apiCount: (shown: number, all: number) => (shown === all ? `${all} endpoints` : `${shown} of ${all} endpoints`),
  apiNone: "No endpoint matches.",
  parameters: "Parameters",
  parametersCaption: (endpoint: string) => `Parameters of ${endpoint}`,
  body: "Body",
  bodyCaption: (endpoint: string) => `Fields of the body of ${endpoint}`,
  bodyFile: "A form with files, or a file.",
  answers: "Answers",
  answersCaption: (endpoint: string) => `Answers of ${endpoint}`,
  columns: {
    name: "Name",
    where: "Where",
    type: "Type",
    needed: "Needed",
    means: "Meaning",
    status: "Status",
    content: "Content",
  },
} as const;
