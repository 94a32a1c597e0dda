import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './ToldList.module.css';

interface Props {
  /** True if the sentences are about what an undo brings back; false for what it cannot. */
  isBack: boolean;
  sentences: readonly string[];
}

export function ToldList({ isBack, sentences }: Props) {
  return (
    <ul className={joinClasses(css.root, isBack && css.back)}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Icon of={isBack ? Check : Minus} size="small" />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
