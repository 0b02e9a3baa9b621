/** Works the menu of a figure in tests of components. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";

export function openChartMenu(figure: HTMLElement): void {
  fireEvent.click(within(figure).getByRole("button", { name: /^Chart menu, / }));
}

/** An item of the menu that is open. */
export function menuItem(name: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const items = [
      ...screen.queryAllByRole("menuitem", { name }),
      ...screen.queryAllByRole("menuitemcheckbox", { name }),
    ];
    if (!items[0]) throw new Error(`The menu has no item ${name}.`);
    return items[0];
  });
}

/** Presses an item of a figure's menu. */
export async function chooseInChartMenu(figure: HTMLElement, name: string | RegExp): Promise<void> {
  openChartMenu(figure);
  fireEvent.click(await menuItem(name));
  await waitFor(() => {
    if (screen.queryByRole("menu")) throw new Error("The menu is open.");
  });
}
