import { printKeys } from '../../base/keys';
import css from './Keys.module.css';

export function Keys({ of: keys }: { of: string }) {
  return (
    <span className={css.root} translate="no">
      {printKeys(keys).map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </span>
  );
}
