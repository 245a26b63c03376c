/** The window's program: follow main, mount, paint. */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { createAppRouter } from './app/router.ts'
import { useWorkstation } from './lib/workstation.store.ts'
import './ui/theme.css'

const app = createApp(App)
app.use(createPinia())
app.use(createAppRouter())
// Marked for the cold-start benchmark: from here on the window answers.
void useWorkstation()
  .follow()
  .then(() => performance.mark('countersign:interactive'))
app.mount('#app')
