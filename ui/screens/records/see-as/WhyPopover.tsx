import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { AnchoredDialog } from '../../../components/overlay/AnchoredDialog';
import { nameOf } from '../../../components/rules/PersonMenu';
import { RuleTree } from '../../../components/rules/RuleTree';
import type { Collection } from '../../../model/collection';
import type { ListedRecord } from '../../../model/record';
import type { ExplainedRule } from '../../../model/rules/explainRule';
import type { Person } from '../../../model/rules/personSides';
import * as app from '../../../state/app';
import { openPanel } from '../../../state/panels';
import * as seenAs from '../../../state/rules/seenAs';
import css from './SeeAs.module.css';
import { rowKey, type SeenRow, type SeenRows } from './seenRows';

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
  const { hidesControls } = useSnapshot(app.state);
  const verdict = rows.get(rowKey(row)) as SeenRow | undefined;
  if (!verdict) return null;
  const explained = seen.explained(row);

  function handleEdit() {
    anchor.focus();
    onClose();
    void openPanel('collectionEditor', { collectionId: collection.id, at: 'listRule' });
  }

  function handleAll() {
    anchor.focus();
    onClose();
    seenAs.openAccess(collection.id, row.id);
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
        <>
          <Button size="small" kind="quiet" icon={ListChecks} onClick={handleAll}>
            All actions
          </Button>
          {!hidesControls && (
            <Button size="small" icon={Pencil} onClick={handleEdit}>
              Edit rule
            </Button>
          )}
        </>
      }
    >
      <p className={css.popoverText}>
        List rule of <b translate="no">{collection.name}</b> for <code translate="no">{row.id}</code>
      </p>
      <div className={css.tree}>
        {rule && verdict.holds && explained ? (
          <RuleTree
            rule={rule as ExplainedRule}
            holds={verdict.holds}
            isAllowed={verdict.isSeen}
            explained={explained}
            {...(seen.hasSearch() && {
              refusal: 'Each condition holds, but the search does not find it for this person.',
            })}
          />
        ) : (
          <p role="status">{statusOf(verdict, rule !== null)}</p>
        )}
      </div>
    </AnchoredDialog>
  );
}

/** The text instead of the tree. */
function statusOf({ isSeen, fault }: SeenRow, hasRule: boolean): string {
  if (fault !== null)
    return `The parts of the rule could not be tried. ${fault} Refresh the list to try again.`;
  if (hasRule) return 'Asking the server about each part...';
  return isSeen
    ? 'The rule is empty.'
    : 'The rule is empty, but the search does not find it for this person.';
}
