import './keeping';

export { BinPage } from '../screens/records/bin/BinPage';
