import type { Influencer, LiveEvent } from '@parley/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import {
  createEventEdit,
  type EventEdit,
  type EventEditSnapshot,
} from '../../features/live-events/event-edit.ts'
import { EventEditor, type EventTermsOffered } from '../../features/live-events/event-editor.tsx'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageBody } from '../../ui/page.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { JUST_SAVED } from '../account/use-just-saved.ts'

/** The editor of an event for its owner; `event` is null for a new one. */
export function EventEditing({ username, event }: { username: string; event: LiveEvent | null }) {
  const navigate = useNavigate()
  const terms = useTerms(username)
  const [edit] = useState(() =>
    createEventEdit({
      api,
      username,
      event,
      saved: made => void navigate(`/live-event/${made.slug}`, { replace: true, state: JUST_SAVED }),
      newKey: () => crypto.randomUUID(),
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    }),
  )
  const state = useStore(edit)
  const toggle = usePreviewStep(edit, state.mode)
  if (terms === null) return <Waiting>{t('One moment')}</Waiting>
  return (
    <PageBody width="wide">
      <EventEditor
        edit={edit}
        state={state}
        username={username}
        terms={terms}
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

/** The terms for places from the owner's profile; null while they load. */
function useTerms(username: string): EventTermsOffered | null {
  const [terms, setTerms] = useState<EventTermsOffered | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    api
      .get<Influencer>(`/api/parley/${username}/`, { signal: abort.signal })
      .then(profile =>
        setTerms({ usualAmount: profile.main_live_event.amount ?? '', feePercent: profile.fee_percent }),
      )
      .catch(error => abort.signal.aborted || alerts.error(errorText(error)))
    return () => abort.abort()
  }, [username])
  return terms
}
