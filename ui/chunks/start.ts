// Everything that loads with the sign-in page. All other chunks load after it.
import 'react-dom/client';
import '../shell/App';
import '../shell/boot';

// Guests and the list of records share this icon. Without this, it would become a chunk of its own.
export { default as KeyRound } from 'lucide-react/icons/key-round';
