import Check from 'lucide-react/icons/check';
import EyeOff from 'lucide-react/icons/eye-off';
import { useSnapshot } from 'valtio';
import { Icon } from '../../../components/basics/Icon';
import { Pieces } from '../../../components/rules/Pieces';
import type { ListedRecord } from '../../../model/record';
import { decidingCondition, type Piece, shortReason } from '../../../model/rules/explainRule';
import css from './SeeAs.module.css';
import { rowKey, type SeenRows } from './seenRows';

interface Props {
  row: ListedRecord;
  seen: SeenRows;
  onOpen: (row: ListedRecord, anchor: HTMLElement) => void;
}

/** Shows in a few words why the person gets the row, or not. */
export function WhyCell({ row, seen, onOpen }: Props) {
  const known = useSnapshot(seen.state).rows.get(rowKey(row));
  if (!known) return null;
  const { isSeen } = known;
  return (
    <button
      type="button"
      className={css.why}
      data-seen={isSeen || undefined}
      aria-haspopup="dialog"
      tabIndex={-1}
      onClick={({ currentTarget }) => onOpen(row, currentTarget)}
    >
      <Icon of={isSeen ? Check : EyeOff} size={13} />
      <span className="visuallyHidden">{isSeen ? 'Shown: ' : 'Hidden: '}</span>
      <span className="ellipsis">
        <Pieces of={reasonOf(row, seen)} />
      </span>
    </button>
  );
}

function reasonOf(row: ListedRecord, { state, explained, hasSearch }: SeenRows): readonly Piece[] {
  const { rule, rows } = state;
  const verdict = rows.get(rowKey(row));
  const names = explained(row);
  if (!rule && verdict) {
    return [{ kind: 'words', text: verdict.isSeen ? 'The rule is empty' : hiddenBySearch }];
  }
  if (verdict?.fault) return [{ kind: 'words', text: 'The reason could not be loaded' }];
  if (!rule || !verdict?.holds || !names) return [];
  const deciding = decidingCondition(rule.tree, verdict.holds, verdict.isSeen);
  const one = rule.conditions.find(({ condition }) => condition === deciding);
  if (!one) return [{ kind: 'words', text: hasSearch() ? hiddenBySearch : notTogether }];
  return shortReason(one, verdict.holds.get(one.condition) ?? false, names);
}

const notTogether = 'Each condition holds, but not together';
const hiddenBySearch = 'The search does not find it for this person';
