import { Avatar } from '../../../components/basics/Avatar';
import type { FieldControl } from '../../../components/form/Field';
import css from './AvatarChoice.module.css';

interface Props extends FieldControl {
  value: number;
  onChange: (avatar: number) => void;
}

const avatars = Array.from({ length: 10 }, (_, number) => number);
const [size, chosenSize] = [32, 40];

/** People count from one. */
export const avatarName = (number: number) => `Avatar ${number + 1}`;

/** One of the ten pictures; the chosen one is larger. */
export function AvatarChoice({ value, onChange, id, ...described }: Props) {
  return (
    <div {...described} id={id} role="radiogroup" aria-labelledby={`${id}-label`} className={css.root}>
      {avatars.map((number) => (
        <label key={number} className={css.choice}>
          <input
            type="radio"
            name={id}
            aria-label={avatarName(number)}
            checked={number === value}
            onChange={() => onChange(number)}
          />
          <Avatar number={number} size={number === value ? chosenSize : size} />
        </label>
      ))}
    </div>
  );
}
