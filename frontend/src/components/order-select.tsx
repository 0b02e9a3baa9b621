/** The order of a list that has no heads to sort by. */
import { NativeSelect } from "@mantine/core";
import { listViews as words } from "@/messages/list-views";

export interface OrderSelectProps<Order extends string> {
  /** Titles by the orders as the address has them; the first one is that of the list by itself. */
  orders: Readonly<Record<Order, string>>;
  sort: string | undefined;
  change: (sort: Order | undefined) => void;
}

export function OrderSelect<Order extends string>({ orders, sort, change }: OrderSelectProps<Order>) {
  const keys = Object.keys(orders) as Order[];
  const [usual] = keys;
  const chosen = keys.find((key) => key === sort) ?? usual;
  return (
    <NativeSelect
      aria-label={words.order}
      value={chosen}
      data={keys.map((value) => ({ value, label: orders[value] }))}
      onChange={({ currentTarget: { value } }) =>
        change(value === usual ? undefined : keys.find((key) => key === value))
      }
      w={160}
    />
  );
}

/** The order of an address as far as it is one of these. */
export function orderOf<Order extends string>(orders: Readonly<Record<Order, string>>, sort: string | undefined) {
  return (Object.keys(orders) as Order[]).find((key) => key === sort);
}
