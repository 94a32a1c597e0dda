import './start';

export { keepPlaced } from '../components/overlay/placement';
