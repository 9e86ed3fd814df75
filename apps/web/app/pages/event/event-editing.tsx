import type { Influencer, LiveEvent } from '@parley/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import {
  createEventEdit,
  type EventEdit,
  type EventEditSnapshot,
} from '../../features/live-events/event-edit.ts'
import { EventEditor } from '../../features/live-events/event-editor.tsx'
import { t } from '../../language/text.ts'
import { newUuid } from '../../store/new-uuid.ts'
import { useStore } from '../../store/use-store.ts'
import { LoadFailed } from '../../ui/alerts/load-failed.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { JUST_SAVED } from '../account/use-just-saved.ts'

/** The editor of an event for its owner; `event` is null for a new one. */
export function EventEditing({ username, event }: { username: string; event: LiveEvent | null }) {
  const navigate = useNavigate()
  const { data: profile, failed } = useLoaded<Influencer>(`/api/parley/${username}/`)
  const [edit] = useState(() =>
    createEventEdit({
      api,
      username,
      event,
      saved: made => void navigate(`/live-event/${made.slug}`, { replace: true, state: JUST_SAVED }),
      newKey: newUuid,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    }),
  )
  const state = useStore(edit)
  const toggle = usePreviewStep(edit, state.mode)
  if (failed) return <LoadFailed {...failed} />
  if (profile === null) return <Waiting>{t('One moment')}</Waiting>
  return (
    <PageBody width="wide">
      <EventEditor
        edit={edit}
        state={state}
        username={username}
        terms={{ usualAmount: profile.main_live_event.amount ?? '', feePercent: profile.fee_percent }}
        onToggle={toggle}
        more={
          state.event && (
            <ButtonLink to={`/live-event/${state.event.slug}`}>{t('Go to the event')}</ButtonLink>
          )
        }
      />
    </PageBody>
  )
}

const PREVIEW = '#preview'

/** Makes the preview a step of the browser's history, so that *Back* leads to the form and its words. */
function usePreviewStep(edit: EventEdit, mode: EventEditSnapshot['mode']): () => void {
  const navigate = useNavigate()
  const isStep = useLocation().hash === PREVIEW
  const shown = useRef(mode)
  useEffect(() => edit.show(isStep ? 'preview' : 'edit'), [edit, isStep])
  useEffect(() => {
    // A refused save shows the form by itself.
    if (isStep && shown.current === 'preview' && mode === 'edit')
      void navigate({ hash: '' }, { replace: true })
    shown.current = mode
  }, [mode, isStep, navigate])
  return () => void (isStep ? navigate({ hash: '' }, { replace: true }) : navigate({ hash: PREVIEW }))
}
