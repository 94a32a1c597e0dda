import Check from 'lucide-react/icons/check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../../../base/hash';
import { countOf, printCount } from '../../../base/text';
import { Button } from '../../../kit/basics/Button';
import { Icon } from '../../../kit/basics/Icon';
import type { Collection } from '../../../model/collection';
import type { CollectionEditor } from '../collectionEditor';
import { actOf, isWriting, type RuleKey } from '../collectionForm';
import { type FoundRecords, mostCompared, type RuleDifference } from './ruleDifference';
import type { RuleTrial, Trial } from './ruleTrial';
import css from './TryRules.module.css';

interface Props {
  trial: RuleTrial;
  editor: CollectionEditor;
  ruleKey: RuleKey;
  /** The collection with its unsaved fields. */
  edited: Collection;
}

/** A rule is tried when nothing was typed for this long. */
const restMs = 800;

/** Tries the rule above when the user pauses typing, and shows the result. */
export function TryLine({ trial, editor, ruleKey, edited }: Props) {
  const rule = useSnapshot(editor.state.form).rules[ruleKey];
  const { byRule, person } = useSnapshot(trial.state);
  const result = byRule[ruleKey];

  useEffect(() => {
    const isFirst = trial.state.byRule[ruleKey] === undefined;
    const timer = setTimeout(() => void trial.tryRule(ruleKey, rule, edited), isFirst ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [trial, ruleKey, rule, edited]);

  if (!result) return <p className={css.line} role="status" />;
  const { icon, kind, text } = lookOf(result as Trial, ruleKey, person ? 'this user' : 'a guest');
  return (
    <>
      <p className={css.line} data-kind={kind} role="status">
        {icon && <Icon of={icon} size="small" />}
        <span>{text}</span>
      </p>
      {result.kind === 'counted' && (
        <>
          {result.guests && <GuestsLine act={actOf(ruleKey)} {...result.guests} />}
          <Difference trial={trial} ruleKey={ruleKey} found={result.found} stored={result.stored} />
        </>
      )}
    </>
  );
}

function GuestsLine({ act, found, empty }: { act: string; found: number; empty: string | null }) {
  return (
    <p className={css.line} data-kind="warning">
      <Icon of={TriangleAlert} size="small" />
      <span>
        Guests may {act} {countOf(found, 'record')}
        {empty !== null && (
          <>
            : those whose <b translate="no">{empty}</b> is empty
          </>
        )}
        .
      </span>
    </p>
  );
}

interface DifferenceProps {
  trial: RuleTrial;
  ruleKey: RuleKey;
  found: number;
  stored: number | null;
}

/** Names the records that the typed rule adds and leaves out, on request. */
function Difference({ trial, ruleKey, found, stored }: DifferenceProps) {
  const difference = useSnapshot(trial.state).differences[ruleKey];
  if (stored === null || Math.max(found, stored) > mostCompared) return null;
  return (
    <>
      <Button
        kind="link"
        size="small"
        aria-expanded={difference !== undefined}
        onClick={() => (difference ? trial.forgetDifference(ruleKey) : void trial.compare(ruleKey))}
      >
        {differenceText(found - stored)}
      </Button>
      <div className={css.difference} role="status">
        {difference && <DifferenceText of={difference as RuleDifference} collectionId={trial.collectionId} />}
      </div>
    </>
  );
}

function DifferenceText({ of, collectionId }: { of: RuleDifference; collectionId: string }) {
  if (of.kind === 'asking') return 'Comparing the records...';
  if (of.kind === 'failed') return `The records could not be compared. ${of.reason}`;
  if (of.more.count + of.fewer.count === 0) return 'Both rules find the same records.';
  return (
    <>
      <Names label="Only the new rule finds" of={of.more} collectionId={collectionId} />
      <Names label="Only the stored rule finds" of={of.fewer} collectionId={collectionId} />
    </>
  );
}

function differenceText(net: number): string {
  if (net === 0) return 'Compare the records';
  return `Show ${printCount(Math.abs(net))} ${net > 0 ? 'more' : 'fewer'}`;
}

interface NamesProps {
  label: string;
  of: FoundRecords;
  collectionId: string;
}

/** A record opens in a new tab, because the rule is not saved yet. */
function Names({ label, of: { count, first }, collectionId }: NamesProps) {
  if (count === 0) return null;
  const rest = count - first.length;
  return (
    <p>
      {label}{' '}
      {first.map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <a
            href={printHash('/collections', { collectionId, recordId: id })}
            target="_blank"
            rel="noreferrer"
            translate="no"
            data-tooltip={id}
          >
            {name}
          </a>
        </Fragment>
      ))}
      {rest > 0 && ` and ${printCount(rest)} more`}.
    </p>
  );
}

const bodyText = (hasBody: boolean) =>
  hasBody ? 'With the body of the request: ' : 'With an empty request: ';

interface Look {
  icon?: typeof Check;
  kind?: 'good' | 'warning' | 'danger';
  text: ReactNode;
}

const totalText = (total: number) => `${printCount(total)} of ${countOf(total, 'record')}.`;

function lookOf(result: Trial, key: RuleKey, who: string): Look {
  switch (result.kind) {
    case 'asking':
      return { text: 'Asking the server...' };
    case 'everyone':
      return {
        icon: Globe,
        kind: isWriting(key) ? 'danger' : 'warning',
        text: result.total === null ? 'Allowed.' : totalText(result.total),
      };
    case 'adminsOnly':
      return {
        icon: Lock,
        text: key === 'manageRule' ? 'Admins only.' : `Admins only: ${who} gets 403.`,
      };
    case 'created': {
      const { isAllowed, stored, hasBody } = result;
      const before = stored === null ? '' : ` As stored: ${stored ? 'allowed' : 'refused'}.`;
      return {
        ...signOf(isAllowed),
        text: (
          <>
            {bodyText(hasBody)}
            <b>{isAllowed ? 'allowed' : 'refused'}</b>.{before}
            {isAllowed && ' The server still checks the fields.'}
          </>
        ),
      };
    }
    case 'unsavedFields':
      return { icon: TriangleAlert, kind: 'warning', text: 'Save the new fields first.' };
    case 'counted': {
      const start = isWriting(key) && key !== 'deleteRule' ? bodyText(result.hasBody) : 'Finds ';
      return {
        ...signOf(result.found > 0),
        text: (
          <>
            {start}
            <b>{printCount(result.found)}</b> of {countOf(result.total, 'record')}.
            {result.stored !== null && ` As stored: ${printCount(result.stored)}.`}
          </>
        ),
      };
    }
    case 'notSimulated':
      return { icon: CircleQuestionMark, kind: 'warning', text: `Not simulated: ${result.reason}` };
    case 'fails':
      return {
        icon: TriangleAlert,
        kind: 'danger',
        text: `The server cannot run this rule. ${result.reason}`,
      };
    default:
      return { icon: TriangleAlert, kind: 'warning', text: `The rule could not be tried. ${result.reason}` };
  }
}

const signOf = (isAllowed: boolean): Pick<Look, 'icon' | 'kind'> =>
  isAllowed ? { icon: Check, kind: 'good' } : { icon: Lock, kind: 'warning' };
