/** The screens and their addresses. A screen that is not built has none. */
import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'

const routes: RouteRecordRaw[] = [
  { path: '/', redirect: '/overview' },
  {
    path: '/overview',
    name: 'overview',
    component: () => import('../features/workplace/overview/OverviewPage.vue'),
  },
  {
    path: '/inbox/:id?',
    name: 'inbox',
    component: () => import('../features/workplace/inbox/InboxPage.vue'),
  },
  {
    path: '/coverage/:part?/:id?',
    name: 'coverage',
    component: () => import('../features/assurance/coverage/CoveragePage.vue'),
  },
  {
    path: '/reconciliation/:day?/:account?',
    name: 'reconciliation',
    component: () => import('../features/assurance/reconciliation/ReconciliationPage.vue'),
  },
  {
    path: '/validation',
    name: 'validation',
    component: () => import('../features/inquiry/validation/ValidatePage.vue'),
  },
  {
    path: '/validation/history/:id?',
    name: 'validation-history',
    component: () => import('../features/inquiry/validation/HistoryPage.vue'),
  },
  {
    path: '/validation/bulk/:run?/:row?',
    name: 'bulk',
    component: () => import('../features/inquiry/validation/bulk/BulkPage.vue'),
  },
  {
    path: '/ach-inquiry/:id?/:row?',
    name: 'inquiry',
    component: () => import('../features/inquiry/ach/InquiryPage.vue'),
  },
  {
    path: '/payment-status/:part?/:id?',
    name: 'payment-inquiry',
    component: () => import('../features/inquiry/payment-inquiry/PaymentInquiryPage.vue'),
  },
  {
    path: '/approvals/:id?',
    name: 'approvals',
    component: () => import('../features/money/approvals/ApprovalsPage.vue'),
  },
  {
    path: '/unknown-outcomes/:id?',
    name: 'unknown-outcomes',
    component: () => import('../features/money/unknown-outcome/UnknownOutcomePage.vue'),
  },
  {
    path: '/orders/:id?',
    name: 'orders',
    component: () => import('../features/money/orders/OrdersPage.vue'),
  },
  {
    path: '/schedules/:id?',
    name: 'schedules',
    component: () => import('../features/money/schedules/SchedulesPage.vue'),
  },
  {
    path: '/compose/:id?',
    name: 'compose',
    component: () => import('../features/money/compose/ComposePage.vue'),
  },
  {
    path: '/batches/new/:id?',
    name: 'batch-compose',
    component: () => import('../features/money/batch-compose/BatchComposePage.vue'),
  },
  {
    path: '/batches/:id?/:entry?',
    name: 'batches',
    component: () => import('../features/money/batches/BatchesPage.vue'),
  },
  {
    path: '/returns/:order?/:entry?',
    name: 'returns',
    component: () => import('../features/money/returns/ReturnsPage.vue'),
  },
  {
    path: '/payees/:id?',
    name: 'payees',
    component: () => import('../features/money/payees/PayeesPage.vue'),
  },
  {
    path: '/operators/:part?/:id?',
    name: 'operators',
    component: () => import('../features/setup/operators/OperatorsPage.vue'),
  },
  {
    path: '/audit/:seq?',
    name: 'audit',
    component: () => import('../features/workplace/audit/AuditPage.vue'),
  },
  {
    path: '/alerts/:part?/:id?',
    name: 'alerts',
    component: () => import('../features/alerts/AlertsPage.vue'),
  },
  {
    path: '/reports/:id?',
    name: 'reports',
    component: () => import('../features/inquiry/reports/ReportsPage.vue'),
  },
  {
    path: '/practice',
    name: 'practice',
    component: () => import('../features/setup/practice/PracticePage.vue'),
  },
  {
    path: '/code-book/:family?/:code?',
    name: 'code-book',
    component: () => import('../features/inquiry/code-book/CodeBookPage.vue'),
  },
  {
    path: '/traffic/:id?',
    name: 'traffic',
    component: () => import('../features/inquiry/traffic/TrafficPage.vue'),
  },
  {
    path: '/connection/:section?',
    name: 'connection',
    component: () => import('../features/setup/connection/ConnectionPage.vue'),
  },
  {
    path: '/settings/:section?',
    name: 'settings',
    component: () => import('../features/setup/settings/SettingsPage.vue'),
  },
  { path: '/:missing(.*)*', redirect: '/overview' },
]

/**
 * Returns a router that uses the address after the hash, because the window has one document and no
 * server.
 */
export const createAppRouter = (): Router =>
  createRouter({ history: createWebHashHistory(), routes })

/**
 * Loads the code of every screen, one after another while the window is idle, so that the first
 * click on a screen is answered as fast as the next ones. A file that cannot be read is requested
 * again when its screen opens.
 */
export async function loadScreens(): Promise<void> {
  for (const { component } of routes) {
    if (typeof component !== 'function') continue
    await new Promise((resolve) => requestIdleCallback(resolve))
    await (component as () => Promise<unknown>)().catch(() => undefined)
  }
}
