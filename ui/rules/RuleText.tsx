import { ColouredText } from '../kit/code-editor/ColouredText';

/** Shows a rule on one line. */
export function RuleText({ rule }: { rule: string }) {
  return (
    <code translate="no">
      <ColouredText text={rule} language="filter" />
    </code>
  );
}
