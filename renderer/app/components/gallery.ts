/**
 * The gallery of components: a page of its own for tests, benchmarks and pictures. The window has no
 * way to it, and packages leave it out.
 */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { useWorkstation } from '../../state/stores/workstation.store.ts'
import { createAppRouter } from '../router.ts'
import GalleryWindow from './GalleryWindow.vue'
import '../../ui/theme.css'

const app = createApp(GalleryWindow)
app.use(createPinia())
app.use(createAppRouter())
void useWorkstation().track()
app.mount('#app')
