/** Hands a chart to the reader as a file: SVG, PNG at twice the size, or CSV. */
import { toCsv } from "./csv";
import type { ChartDefinition } from "./definition";
import { drawPicture, footRoom, type Picture } from "./picture";

export type ExportFormat = "png" | "svg" | "csv";

export const FORMATS: readonly ExportFormat[] = ["png", "svg", "csv"];

const PICTURE_WIDTH = 1280;
const HEAD_ROOM = 80;
const PIXELS_PER_UNIT = 2;

async function rasterise(svg: string, { width, height }: Picture): Promise<Blob> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * PIXELS_PER_UNIT;
  canvas.height = height * PIXELS_PER_UNIT;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This browser could not create a PNG."))));
  });
}

/** Return the file's content. Pictures have one size on every screen, so that two of them fit side by side. */
export async function exportChart<Data>(
  definition: ChartDefinition<Data>,
  data: Data,
  format: ExportFormat,
  look: Pick<Picture, "theme" | "title" | "subtitle" | "foot" | "hidden">,
): Promise<Blob> {
  if (format === "csv") {
    // The mark at the start makes spreadsheets read the file as UTF-8.
    return new Blob([`\ufeff${toCsv(definition.table(data))}`], { type: "text/csv;charset=utf-8" });
  }
  const height = definition.height(data, PICTURE_WIDTH) + HEAD_ROOM + footRoom(look.foot, PICTURE_WIDTH);
  const picture = { ...look, width: PICTURE_WIDTH, height };
  const svg = drawPicture(definition, data, picture);
  return format === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : rasterise(svg, picture);
}
