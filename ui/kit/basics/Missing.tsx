export function Missing() {
  return <span className="missing">N/A</span>;
}
