import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import Pencil from 'lucide-react/icons/pencil';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect } from 'react';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { type MentioningRule, ruleVerbs } from '../../model/mentions';
import { RuleText } from '../RuleText';
import css from './ApiRules.module.css';
import { isCountedRule, type RuleCounts } from './ruleCounts';
import { explainCell, type RuleCell, type RuleRow } from './ruleRows';
import { useRuleCount, useWarning } from './useRuleCount';

interface Props {
  row: RuleRow;
  name: MentioningRule;
  /** Undefined if the type of the collection has no such rule. */
  cell: RuleCell | undefined;
  counts: RuleCounts;
  /** Undefined if collections cannot be edited. */
  onEdit: (() => void) | undefined;
}

/** Shows the whole rule of the selected cell. */
export function RuleStrip({ row, name, cell, counts, onEdit }: Props) {
  const { collection } = row;
  const rule = cell?.rule ?? null;
  const warning = useWarning(row, name, cell, counts);
  const count = useRuleCount(counts, collection, name);
  const counted = isCountedRule(name) && rule ? name : null;
  useEffect(() => (counted ? counts.want(collection, counted) : undefined), [counts, collection, counted]);
  return (
    <section className={css.strip} aria-label="Current rule">
      <p>
        <b translate="no">{collection.name}</b> <span>{ruleVerbs[name]} rule</span>
      </p>
      {rule?.trim() && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
        <p className={css.whole} tabIndex={0}>
          <RuleText rule={rule} />
        </p>
      )}
      <p className="hint">
        {warning ? (
          <Badge kind="warning">
            <Icon of={TriangleAlert} size={12} />
            {warning}
          </Badge>
        ) : (
          <span>{cell ? explainCell(cell, name) : 'There is no such rule.'}</span>
        )}
        {count?.kind === 'unknown' && !count.isFailure && <span>Not simulated. {count.reason}</span>}
        {count?.kind === 'unknown' && count.isFailure && (
          <span role="alert">
            Guests could not be counted. {count.reason}{' '}
            <Button kind="link" size="small" onClick={() => counted && counts.retry(collection, counted)}>
              Retry
            </Button>
          </span>
        )}
      </p>
      {onEdit && (
        <Button size="small" icon={Pencil} onClick={onEdit}>
          Edit rule{' '}
          <span className="onlyWide">
            <Icon of={CornerDownLeft} size={12} />
          </span>
        </Button>
      )}
    </section>
  );
}
