/** The published reviews of the demo data, by the queries that find their runs. */
export const REVIEWS = [
  { title: "LSI MegaRAID with sixteen SSDs", query: 'origin:published "LSI MegaRAID"' },
  { title: "PERC H730P handbook", query: 'origin:published "PERC 9"' },
  { title: "ioDrive2 Duo", query: 'origin:published "ioDrive2"' },
  { title: "PERC 12 H965i Front", query: 'origin:published "x PERC 12"' },
  { title: "Six SAS RAID controllers", query: 'origin:published "Six SAS RAID controllers"' },
] as const;
