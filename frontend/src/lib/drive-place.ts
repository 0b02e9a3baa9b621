/** Location of a drive, in the words of its server. */

export interface DrivePlace {
  number: string;
  path: string | null;
  kernel_name: string | null;
  location: string | null;
}

/** Its path; behind a RAID controller, where the kernel shows no drive of its own, its place there. */
export function drivePlace({ number, path, kernel_name, location }: DrivePlace): string {
  return path ?? kernel_name ?? location ?? number;
}
