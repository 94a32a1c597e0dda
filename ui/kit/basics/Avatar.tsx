import avatar0 from '../../assets/avatars/0.svg';
import avatar1 from '../../assets/avatars/1.svg';
import avatar2 from '../../assets/avatars/2.svg';
import avatar3 from '../../assets/avatars/3.svg';
import avatar4 from '../../assets/avatars/4.svg';
import avatar5 from '../../assets/avatars/5.svg';
import avatar6 from '../../assets/avatars/6.svg';
import avatar7 from '../../assets/avatars/7.svg';
import avatar8 from '../../assets/avatars/8.svg';
import avatar9 from '../../assets/avatars/9.svg';
import css from './Avatar.module.css';

const drawings = [avatar0, avatar1, avatar2, avatar3, avatar4, avatar5, avatar6, avatar7, avatar8, avatar9];

/** One of the ten round pictures; any other number shows the first. `size` is in CSS pixels. */
export function Avatar({ number, size = 28 }: { number: number; size?: number }) {
  // The build gives addresses that are relative to the script.
  const { href } = new URL(drawings[number] ?? avatar0, import.meta.url);
  return <img className={css.root} src={href} width={size} height={size} alt="" />;
}
