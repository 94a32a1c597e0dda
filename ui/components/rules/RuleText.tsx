import { useModule } from '../lazy/useModule';

const loadColours = async () => (await import('../../chunks/codeColours')).ColouredText;

/** A rule in one line; plain until its colours have loaded. */
export function RuleText({ rule }: { rule: string }) {
  const { module: ColouredText } = useModule(loadColours);
  return <code translate="no">{ColouredText ? <ColouredText text={rule} language="filter" /> : rule}</code>;
}
