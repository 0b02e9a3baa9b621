/** Takes every page down after its test, and gives slow machines time to show one. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

configure({ asyncUtilTimeout: 45_000 });

afterEach(cleanup);
