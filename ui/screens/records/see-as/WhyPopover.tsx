import Check from 'lucide-react/icons/check';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { Icon } from '../../../components/basics/Icon';
import { RuleText } from '../../../components/code-editor/RuleText';
import { AnchoredDialog } from '../../../components/overlay/AnchoredDialog';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import { type ExplainedRule, isMet, longReason } from '../../../model/rules/explainRule';
import type { Condition, RuleNode } from '../../../model/rules/parseRule';
import type { Person } from '../../../model/rules/personSides';
import { openPanel } from '../../../state/panels';
import css from './SeeAs.module.css';
import { nameOf, rowKey, type SeenRow, type SeenRows } from './seenRows';
import { Pieces } from './WhyCell';

interface Props {
  seen: SeenRows;
  row: ListedRecord;
  anchor: HTMLElement;
  collection: Collection;
  onClose: () => void;
}

/** The rule as a tree, with a mark and the values for each part. */
export function WhyPopover({ seen, row, anchor, collection, onClose }: Props) {
  const { person, rows, rule } = useSnapshot(seen.state);
  const verdict = rows.get(rowKey(row)) as SeenRow | undefined;
  if (!verdict) return null;

  function handleEdit() {
    anchor.focus();
    onClose();
    void openPanel('collectionEditor', { collectionId: collection.id, at: 'listRule' });
  }

  return (
    <AnchoredDialog
      anchor={anchor}
      icon={verdict.isSeen ? Eye : EyeOff}
      title={
        <>
          {verdict.isSeen ? 'Shown to ' : 'Hidden from '}
          {person ? <span translate="no">{nameOf(person as Person)}</span> : 'guests'}
        </>
      }
      onClose={onClose}
      footer={
        <Button size="small" icon={Pencil} data-opens="collectionEditor" onClick={handleEdit}>
          Edit rule
        </Button>
      }
    >
      <p className={css.popoverText}>
        List rule of <b translate="no">{collection.name}</b> for <code translate="no">{row.id}</code>
      </p>
      {rule && <Tree rule={rule as ExplainedRule} verdict={verdict} seen={seen} row={row} />}
    </AnchoredDialog>
  );
}

interface TreeProps {
  rule: ExplainedRule;
  verdict: SeenRow;
  seen: SeenRows;
  row: ListedRecord;
}

function Tree({ rule, verdict, seen, row }: TreeProps) {
  const { holds, isSeen } = verdict;
  if (!holds) {
    return (
      <p className={css.popoverText} role="status">
        Asking the server about each part...
      </p>
    );
  }
  const isTogether = isMet(rule.tree, holds) === isSeen;
  return (
    <>
      {!isTogether && (
        <p className={css.popoverText}>Each part holds, but not for the same related record.</p>
      )}
      <ul className={css.tree}>
        <Branch node={rule.tree} rule={rule} holds={holds} seen={seen} row={row} />
      </ul>
    </>
  );
}

interface BranchProps {
  node: RuleNode;
  rule: ExplainedRule;
  holds: ReadonlyMap<Condition, boolean>;
  seen: SeenRows;
  row: ListedRecord;
}

function Branch({ node, ...rest }: BranchProps) {
  const { rule, holds, seen, row } = rest;
  const isHeld = isMet(node, holds);
  const mark = (
    <span className={css.mark} data-met={isHeld || undefined}>
      <Icon of={isHeld ? Check : X} size={11} />
      <span className="visuallyHidden">{isHeld ? 'Holds: ' : 'Does not hold: '}</span>
    </span>
  );
  if (node.kind === 'condition') {
    const { left, operator, right } = node;
    const names = seen.explained(row);
    const one = rule.conditions.find(({ condition }) => condition === node);
    const reason = one && names ? longReason(one, names) : [];
    return (
      <li className={css.leaf}>
        {mark}
        <div>
          <RuleText rule={`${left.source} ${operator} ${right.source}`} />
          {reason.length > 0 && (
            <p>
              <Pieces of={reason} />
            </p>
          )}
        </div>
      </li>
    );
  }
  const isAny = node.kind === 'any';
  return (
    <li>
      <div className={css.leaf}>
        {mark}
        {isAny
          ? isHeld
            ? 'One of these is enough'
            : 'One of these would be enough'
          : 'All of these together'}
      </div>
      <ul>
        {node.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be alike
          <Branch key={at} node={part} {...rest} />
        ))}
      </ul>
    </li>
  );
}
