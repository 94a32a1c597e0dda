import './keeping';

export { BinPage } from '../screens/records/bin/BinPage';
export { PutBackPopup } from '../screens/records/bin/PutBackPopup';
