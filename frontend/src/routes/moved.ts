/** Addresses of the inventory from before servers, drives and arrays had their own. */

/** Return where an address of the inventory is now; what follows the path stays. */
export function movedInventory(href: string): string {
  return href
    .replace(/^\/inventory(?=\/(?:drives|arrays)(?:[/?#]|$))/, "")
    .replace(/^\/inventory(?:\/servers)?(?=[/?#]|$)/, "/servers");
}
