import Eye from 'lucide-react/icons/eye';
import Send from 'lucide-react/icons/send';
import X from 'lucide-react/icons/x';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { Icon } from '../../../components/basics/Icon';
import { IconButton } from '../../../components/basics/IconButton';
import { PersonMenu } from '../../../components/rules/PersonMenu';
import type { Collection } from '../../../model/collection';
import type { Person } from '../../../model/rules/personSides';
import * as collections from '../../../state/collections';
import { openPanel } from '../../../state/panels';
import * as seenAs from '../../../state/rules/seenAs';
import type { RuleTrial } from './ruleTrial';
import css from './TryRules.module.css';

interface Props {
  trial: RuleTrial;
  onStop: () => void;
}

/** Chooses the person for whom the rules are tried. */
export function TryBar({ trial, onStop }: Props) {
  const { as, person, isGone } = useSnapshot(trial.state);
  const { recent } = useSnapshot(seenAs.state);
  const all = useSnapshot(collections.state).all as readonly Collection[];

  async function handlePick(collection: Collection) {
    const picked = await seenAs.pickPerson(collection);
    if (picked) await trial.choose(picked);
  }

  async function handleRequest() {
    await openPanel('ruleRequest', { hasBody: true });
    await trial.choose(trial.state.as);
  }

  return (
    <section className={css.bar} aria-label="Try the rules">
      <Icon of={Eye} />
      Try as
      <PersonMenu
        label="Try as"
        as={as}
        person={person as Person | null}
        recent={recent}
        accounts={seenAs.accountsOf(all)}
        onChoose={(next) => void trial.choose(next)}
        onPick={(collection) => void handlePick(collection)}
      />
      <span role="status">{isGone && 'This account was deleted.'}</span>
      <span className={css.tools}>
        <Button kind="quiet" size="small" icon={Send} onClick={() => void handleRequest()}>
          Request
        </Button>
        <IconButton icon={X} size="small" label="Stop trying" onClick={onStop} />
      </span>
    </section>
  );
}
