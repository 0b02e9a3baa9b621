/** Samples of charts: the data that the gallery and visual tests draw. */
import type { ChartDefinition } from "./definition";

export type Sample = readonly [id: string, make: () => unknown];

/** A sample, held to the data of its chart; making one is left until it is looked at. */
export const sampleOf = <Data>({ id }: ChartDefinition<Data>, make: () => Data): Sample => [id, make];
