import './keeping';

export { PutBackPopup } from '../screens/records/bin/PutBackPopup';
