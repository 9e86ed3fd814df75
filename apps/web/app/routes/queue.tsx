import { useEffect, useState } from 'react'
import { api } from '../api/browser.ts'
import { LineDeskPage } from '../features/call/queue/desk/desk-page.tsx'
import { createLineDesk } from '../features/call/queue/desk/line-desk.ts'
import { t } from '../language/text.ts'
import { PageBody } from '../ui/page.tsx'
import type { Route } from './+types/queue.ts'

export const meta = () => [{ title: `${t('The line')} · Parley` }, { name: 'robots', content: 'noindex' }]

/** The line of a queue, for an usher with a phone beside the stage. */
export default function QueueRoute({ params }: Route.ComponentProps) {
  return <Desk key={params.slug} slug={params.slug} />
}

function Desk({ slug }: { slug: string }) {
  const [desk] = useState(() => createLineDesk({ path: `/api/parley/${encodeURIComponent(slug)}`, api }))
  useEffect(() => {
    desk.start()
    return desk.stop
  }, [desk])
  return (
    <PageBody width="text">
      <LineDeskPage desk={desk} slug={slug} />
    </PageBody>
  )
}
