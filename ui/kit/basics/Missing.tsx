/** Stands in the place of a value that is empty. */
export function Missing() {
  return <span className="missing">N/A</span>;
}
