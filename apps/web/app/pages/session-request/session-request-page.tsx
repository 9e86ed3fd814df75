import type { Slot } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, auth } from '../../api/browser.ts'
import { Queries } from '../../api/queries.tsx'
import { useAuth } from '../../api/use-auth.ts'
import { loginPath } from '../../api/use-secure.ts'
import { FormPage } from '../../features/accounts/form-page.tsx'
import { keepNote, keptNote } from '../../features/requests/booking/note-storage.ts'
import { addressOf, fieldsIn } from '../../features/requests/booking/request-address.ts'
import {
  createSessionRequest,
  type SessionRequestFields as Form,
} from '../../features/requests/booking/session-request.ts'
import { SessionRequestForm } from '../../features/requests/booking/session-request-form.tsx'
import { nearestIn } from '../../features/slots/nearest.ts'
import { NearestTimes } from '../../features/slots/nearest-times.tsx'
import { SlotPicker } from '../../features/slots/slot-picker.tsx'
import { useShownZone } from '../../language/shown-zone.ts'
import { t } from '../../language/text.ts'
import { newUuid } from '../../store/new-uuid.ts'
import { forgetNote } from '../../store/request-note.ts'
import { useIfHere } from '../../store/use-if-here.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'

function RequestForm({ address, isDated }: { address: Form; isDated: boolean }) {
  const [initial] = useState(() => ({ ...address, note: keptNote(address.username) }))
  const navigate = useNavigate()
  const ifHere = useIfHere()
  const client = useQueryClient()
  const { user } = useAuth()
  const [lost, setLost] = useState<{ of: string; start: string | null; nearest: readonly Slot[] } | null>(
    null,
  )
  const latest = useRef<string | null>(null)
  const zone = useShownZone()
  const [requesting] = useState(() => {
    const made = createSessionRequest({
      api,
      isLoggedIn: () => auth.getSnapshot().data !== null,
      goToLogin: form => {
        keepNote(form)
        ifHere(() => void navigate(loginPath(addressOf(form))))
      },
      sent: request => {
        forgetNote()
        alerts.message(messages.requestSent)
        void navigate(`/profile/${request.influencer?.user.username}`)
      },
      refused: error => {
        const nearest = nearestIn(error)
        const of = made.getSnapshot().influencer?.user.username
        setLost(nearest && of !== undefined ? { of, start: latest.current, nearest } : null)
        if (nearest) void client.invalidateQueries({ queryKey: ['slots', of] })
        return nearest !== null
      },
      alerts,
      newKey: newUuid,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    })
    return made
  })
  const [isLookedUp, setLookedUp] = useState(address.username === '')
  useEffect(() => {
    if (address.username !== '') void requesting.lookUp(address.username).then(() => setLookedUp(true))
  }, [requesting, address.username])
  // The offer of the influencer in the address would move the fields below it.
  if (!isLookedUp) return <Waiting>{t('One moment')}</Waiting>
  return (
    <SessionRequestForm
      requesting={requesting}
      initial={initial}
      isDated={isDated}
      ownUsername={user?.username ?? null}
      zone={zone}
      times={(influencer, chosen, onChoose) => {
        latest.current = chosen
        const lostHere = lost?.of === influencer.user.username ? lost : null
        return (
          <>
            <SlotPicker
              influencer={influencer}
              chosen={chosen}
              onChoose={onChoose}
              refused={lostHere?.start ?? null}
              otherTime="beside"
            />
            {lostHere && <NearestTimes slots={lostHere.nearest} chosen={chosen} onChoose={onChoose} />}
          </>
        )
      }}
    />
  )
}

/** The form that requests a private call; a sent request is paid on the influencer's profile. */
export function SessionRequestPage() {
  const { search } = useLocation()
  const hydrated = useHydrated()
  return (
    <FormPage
      title={t('Request a call')}
      lead={t('Say who and when. You pay on the next page, and nothing is charged before that.')}
    >
      {hydrated ? (
        <Queries>
          <RequestForm
            address={fieldsIn(search)}
            isDated={new URLSearchParams(search).get('when') === 'agreed'}
          />
        </Queries>
      ) : (
        <Waiting>{t('One moment')}</Waiting>
      )}
    </FormPage>
  )
}
