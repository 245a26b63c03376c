/** The window's program: subscribes to main, mounts and paints. */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { reportSignsOfLife } from './app/lock/signs-of-life.ts'
import { createAppRouter, loadScreens } from './app/router.ts'
import Workstation from './app/Workstation.vue'
import { useWorkstation } from './state/stores/workstation.store.ts'
import './ui/theme.css'

const app = createApp(Workstation)
app.use(createPinia())
app.use(createAppRouter())
// Marked for the cold-start benchmark: from here on the window answers.
void useWorkstation()
  .track()
  .then(() => performance.mark('countersign:interactive'))
  .then(loadScreens)
reportSignsOfLife()
app.mount('#app')
