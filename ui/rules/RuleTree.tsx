import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { Icon } from '../kit/basics/Icon';
import type { Condition, RuleNode } from '../model/filter/parseRule';
import { RuleText } from './RuleText';
import css from './RuleTree.module.css';
import { type Explained, type ExplainedRule, isMet, longReason, type Piece } from './reading/explainRule';

interface Props {
  rule: ExplainedRule;
  /** Whether each condition of the rule holds. */
  holds: ReadonlyMap<Condition, boolean>;
  isAllowed: boolean;
  explained: Explained;
  /** The reason why the rule is not met although each of its parts is. */
  refusal?: string;
}

/** Shows a rule as a tree. Each part has a mark and the values that it compares. */
export function RuleTree({ isAllowed, refusal = notTogether, ...rest }: Props) {
  const { rule, holds } = rest;
  return (
    <>
      {!isAllowed && isMet(rule.tree, holds) && <p className={css.note}>{refusal}</p>}
      <ul className={css.tree}>
        <Branch node={rule.tree} {...rest} />
      </ul>
    </>
  );
}

const notTogether = 'Each condition holds, but not for the same related record.';

interface BranchProps {
  node: RuleNode;
  rule: ExplainedRule;
  holds: ReadonlyMap<Condition, boolean>;
  explained: Explained;
}

function Branch({ node, ...rest }: BranchProps) {
  const { rule, holds, explained } = rest;
  const isHeld = isMet(node, holds);
  const mark = (
    <span className={css.mark} data-met={isHeld || undefined}>
      <Icon of={isHeld ? Check : X} size={11} />
      <span className="visuallyHidden">{isHeld ? 'Holds: ' : 'Does not hold: '}</span>
    </span>
  );
  if (node.kind === 'condition') {
    const { left, operator, right } = node;
    const one = rule.conditions.find(({ condition }) => condition === node);
    const reason = one ? longReason(one, explained) : [];
    return (
      <li className={css.part}>
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
  const anyText = isHeld ? 'One of these is enough' : 'One of these would be enough';
  return (
    <li>
      <div className={css.part}>
        {mark}
        {node.kind === 'any' ? anyText : 'All of these together'}
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

/** A sentence. Names and values in it are marked, and never translated. */
export function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map(({ kind, text }, at) => {
    const key = `${at}`;
    if (kind === 'words') return <span key={key}>{text}</span>;
    return (
      <b key={key} translate="no" data-path={kind === 'path' || undefined}>
        {text}
      </b>
    );
  });
}
