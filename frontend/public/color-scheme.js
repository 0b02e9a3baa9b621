// Sets the colour scheme before the first paint. A file of its own: the content security policy forbids inline scripts.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem("mantine-color-scheme-value");
  } catch {
    // Storage is blocked; the scheme of the system is used.
  }
  const dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
