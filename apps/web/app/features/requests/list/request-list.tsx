import type { SessionRequest } from '@parley/contract'
import { SESSION_LIST_MAX_HEIGHT_PX } from '@parley/contract/constants'
import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import type { Viewer } from '../link/link-text.ts'
import { groupRequests } from './request-groups.ts'
import { RequestItem, type ShieldFor } from './request-item.tsx'
import css from './request-list.module.css'

export interface RequestListProps {
  requests: readonly SessionRequest[]
  viewer: Viewer
  actionsFor?: (request: SessionRequest) => ReactNode
  shieldFor?: ShieldFor | undefined
}

/** Requests grouped into prepaid, live and private. */
export function RequestList({ requests, viewer, actionsFor, shieldFor }: RequestListProps) {
  return (
    <section
      aria-label={t('Requests')}
      className={css.scroll}
      style={{ maxHeight: SESSION_LIST_MAX_HEIGHT_PX }}
    >
      {groupRequests(requests).map(group => (
        <section key={group.type} className={css.group}>
          <h2 className={css.name}>{group.name}</h2>
          <ul className={css.list}>
            {group.requests.map(request => (
              <RequestItem
                key={request.id}
                request={request}
                viewer={viewer}
                actions={actionsFor?.(request)}
                shieldFor={shieldFor}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
