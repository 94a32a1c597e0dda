import Check from 'lucide-react/icons/check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Icon } from '../../../components/basics/Icon';
import type { Collection } from '../../../model/collection';
import { printCount } from '../../../platform/text';
import type { CollectionEditor } from '../collectionEditor';
import type { RuleKey } from '../collectionForm';
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

/** What the rule above gives the person, also while it is being typed. */
export function TryLine({ trial, editor, ruleKey, edited }: Props) {
  const rule = useSnapshot(editor.state.form).rules[ruleKey];
  const result = useSnapshot(trial.state).byRule[ruleKey];

  useEffect(() => {
    const isFirst = trial.state.byRule[ruleKey] === undefined;
    const timer = setTimeout(() => void trial.tryRule(ruleKey, rule, edited), isFirst ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [trial, ruleKey, rule, edited]);

  if (!result) return <p className={css.line} role="status" />;
  const { icon, kind, text } = lookOf(result as Trial, ruleKey, edited.name);
  return (
    <p className={css.line} data-kind={kind} role="status">
      {icon && <Icon of={icon} size="small" />}
      <span>{text}</span>
    </p>
  );
}

interface Look {
  icon?: typeof Check;
  kind?: 'good' | 'warning' | 'danger';
  text: ReactNode;
}

function lookOf(result: Trial, key: RuleKey, name: string): Look {
  const act = key.replace('Rule', '');
  const isWriting = key !== 'listRule' && key !== 'viewRule';
  switch (result.kind) {
    case 'asking':
      return { text: 'Asking the server...' };
    case 'everyone':
      return {
        icon: Globe,
        kind: isWriting ? 'danger' : 'warning',
        text: (
          <>
            Public: everyone, guests too, may {act} <span translate="no">{name}</span>.
          </>
        ),
      };
    case 'adminsOnly':
      return { icon: Lock, text: 'Admins only: the person gets 403.' };
    case 'create':
      return { text: 'Open a record and choose Access... to try how one like it is created.' };
    case 'unsavedFields':
      return { icon: TriangleAlert, kind: 'warning', text: 'Save the new fields first.' };
    case 'counted': {
      const start = isWriting && key !== 'deleteRule' ? 'With an empty body: ' : 'Finds ';
      return {
        icon: Check,
        kind: 'good',
        text: (
          <>
            {start}
            <b>{printCount(result.found)}</b> of {printCount(result.total)} records.
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
