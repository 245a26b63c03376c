/** The window's program: follow main, mount, paint. */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import { createAppRouter } from './app/router.ts'
import { useWorkstation } from './app/workstation.store.ts'
import './ui/theme.css'

const app = createApp(App)
app.use(createPinia())
app.use(createAppRouter())
void useWorkstation().follow()
app.mount('#app')
