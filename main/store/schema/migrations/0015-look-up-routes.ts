import type { Migration } from './migration.ts'

// What was known of the way by which an order was not found; null: nobody asked, as before this version.
const routes = `
ALTER TABLE order_look_ups ADD COLUMN route TEXT CHECK (route IN ('proven', 'untried'));
`

/** Whether a look-up that found nothing came by a route that is known to find. */
export const lookUpRoutesMigration: Migration = {
  version: 15,
  name: '0015-look-up-routes',
  sql: routes,
}
