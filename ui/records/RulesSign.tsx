import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import Users from 'lucide-react/icons/users';
import { Button } from '../kit/basics/Button';
import { type Collection, collectionTypeOf, ruleNames } from '../model/collection';

interface Props {
  collection: Collection;
  onClick: () => void;
}

/** Shows how wide the widest rule of the collection is. A click opens the rules. */
export function RulesSign({ collection, onClick }: Props) {
  const { icon, word } = widestOf(collection);
  return (
    <Button
      kind="quiet"
      size="small"
      icon={icon}
      data-opens="rules"
      aria-label={`API rules: ${word}`}
      data-tooltip={`${word}: the widest of the API rules`}
      onClick={onClick}
    >
      <span data-if-room>{word}</span>
    </Button>
  );
}

export function widestOf(collection: Collection) {
  const open = ruleNames.filter((name) => collection[name]?.trim() === '');
  const isSignUp = collectionTypeOf(collection) === 'auth' && open.join() === 'createRule';
  if (open.length > 0) return { icon: Globe, word: isSignUp ? 'Open sign-up' : 'Public' };
  return areLocked(collection) ? { icon: Lock, word: 'Admins only' } : { icon: Users, word: 'By rule' };
}

export const areLocked = (collection: Collection): boolean =>
  rulesOf(collection).every((rule) => rule === null);

const rulesOf = (collection: Collection) => ruleNames.map((name) => collection[name]?.trim() ?? null);
