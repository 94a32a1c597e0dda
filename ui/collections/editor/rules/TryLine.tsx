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
import { foundBy, type Verdict } from '../../../rules/askRule';
import type { CollectionEditor } from '../collectionEditor';
import { actOf, isWriting, type RuleKey } from '../collectionForm';
import {
  type FoundRecords,
  mostCompared,
  type RuleDifference,
  type RuleTrial,
  type Trial,
} from './ruleTrial';
import css from './TryRules.module.css';

interface Props {
  trial: RuleTrial;
  editor: CollectionEditor;
  ruleKey: RuleKey;
  /** The collection with its unsaved fields. */
  edited: Collection;
}

/** A rule is tried after this pause in typing. */
const restMs = 800;

/** Tries the rule above it after each pause in typing. */
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
  const { icon, kind, text } = lookOf(result, ruleKey, person ? 'this user' : 'a guest');
  return (
    <>
      <p className={css.line} data-kind={kind} role="status">
        {icon && <Icon of={icon} size="small" />}
        <span>{text}</span>
      </p>
      {result.kind === 'tried' && (
        <>
          {result.guests && <GuestsLine act={actOf(ruleKey)} {...result.guests} />}
          {result.stored && (
            <Difference
              trial={trial}
              ruleKey={ruleKey}
              found={foundBy(result.verdict)}
              stored={foundBy(result.stored)}
            />
          )}
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
  found: ReturnType<typeof foundBy>;
  stored: ReturnType<typeof foundBy>;
}

/** Names the records that the typed rule adds and leaves out, on request. */
function Difference({ trial, ruleKey, found, stored }: DifferenceProps) {
  const difference = useSnapshot(trial.state).differences[ruleKey];
  if (typeof found !== 'number' || typeof stored !== 'number') return null;
  if (Math.max(found, stored) > mostCompared) return null;
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
        {difference && <DifferenceText of={difference} collectionId={trial.collectionId} />}
      </div>
    </>
  );
}

function DifferenceText({ of, collectionId }: { of: RuleDifference; collectionId: string }) {
  if (of.kind === 'asking') return 'Comparing the records...';
  if (of.kind === 'unknown') return `The records could not be compared. ${of.reason}`;
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

/** Opens a record in a new tab, because the rule is not saved yet. */
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
  if (result.kind !== 'tried') {
    return result.kind === 'asking'
      ? { text: 'Asking the server...' }
      : { icon: TriangleAlert, kind: 'warning', text: 'Save the new fields first.' };
  }
  const { verdict } = result;
  if (verdict.kind === 'unknown') {
    const { isFailure, reason } = verdict;
    const text = `${isFailure ? 'The rule could not be tried.' : 'Not simulated:'} ${reason}`;
    return { icon: isFailure ? TriangleAlert : CircleQuestionMark, kind: 'warning', text };
  }
  if (verdict.kind === 'no' && verdict.why === 'locked') {
    return { icon: Lock, text: key === 'manageRule' ? 'Admins only.' : `Admins only: ${who} gets 403.` };
  }
  if (verdict.kind === 'no' && verdict.why === 'fault') {
    const text = `The server cannot run this rule. ${verdict.reason}`;
    return { icon: TriangleAlert, kind: 'danger', text };
  }
  if (verdict.kind === 'yes' && verdict.isForAll) {
    const kind = isWriting(key) ? 'danger' : 'warning';
    return { icon: Globe, kind, text: result.total === null ? 'Allowed.' : totalText(result.total) };
  }
  const text = key === 'createRule' ? createdText(result) : countedText(result, key);
  return { ...signOf(verdict.kind === 'yes'), text };
}

type Tried = Trial & { kind: 'tried' };

function createdText({ verdict, stored, hasBody }: Tried): ReactNode {
  const isKnown = stored && typeof foundBy(stored) !== 'object';
  return (
    <>
      {bodyText(hasBody)}
      <b>{wordOf(verdict)}</b>.{isKnown && ` As stored: ${wordOf(stored)}.`}
      {verdict.kind === 'yes' && ' The server still checks the fields.'}
    </>
  );
}

function countedText({ verdict, total, stored, hasBody }: Tried, key: RuleKey): ReactNode {
  const [found, before] = [foundBy(verdict), stored && foundBy(stored)];
  return (
    <>
      {isWriting(key) && key !== 'deleteRule' ? bodyText(hasBody) : 'Finds '}
      <b>{typeof found === 'number' && printCount(found)}</b> of {countOf(total ?? 0, 'record')}.
      {typeof before === 'number' && ` As stored: ${printCount(before)}.`}
    </>
  );
}

const wordOf = ({ kind }: Verdict) => (kind === 'yes' ? 'allowed' : 'refused');

const signOf = (isAllowed: boolean): Pick<Look, 'icon' | 'kind'> =>
  isAllowed ? { icon: Check, kind: 'good' } : { icon: Lock, kind: 'warning' };
