import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router'
import type { Action } from 'contract/permissions.ts'
import type { RecordWidth } from '../../shared/record/record-place.ts'

type Pages = {
  add: RouteComponent
  details: RouteComponent
  edit: RouteComponent
  /** The details are in a `RecordFrame` of this width; without one they are a dialog. */
  width?: RecordWidth
}

/**
 * The routes over or beside a list: the form of a new record, the details of a record, and its form.
 * @param needs the needs of the forms; the details have the needs of the list
 */
export function recordRoutes<List extends AnyRoute>(list: List, needs: { add: Action; edit: Action }, pages: Pages) {
  const getParentRoute = () => list
  return [
    createRoute({ getParentRoute, path: 'new', staticData: { needs: needs.add }, component: pages.add }),
    createRoute({
      ...{ getParentRoute, path: '$id', component: pages.details },
      ...(pages.width && { staticData: { record: pages.width } }),
    }),
    createRoute({ getParentRoute, path: '$id/edit', staticData: { needs: needs.edit }, component: pages.edit }),
  ] as const
}
