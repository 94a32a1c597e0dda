import './cells';

export { pasteCells } from '../screens/records/clipboard/pasteCells';
