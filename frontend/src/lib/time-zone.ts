/** The time zone of the reader: dates of a query are in it. */
export const readerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
