// Everything that loads with the sign-in page. All other chunks load after it.
import 'react-dom/client';
import '../shell/App';
import '../shell/boot';
