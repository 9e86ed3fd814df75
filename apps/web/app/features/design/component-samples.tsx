import { CalendarDays, Share2, Video } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { alerts } from '../../ui/alerts/alerts.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { ThumbsUp } from '../../ui/alerts/thumbs-up.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select, TextArea, TextField } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import { Ring, type RingTone } from '../../ui/ring.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'

const TONES: readonly [RingTone, number, string][] = [
  ['ember', 0.86, 'a portrait'],
  ['limegreen', 0.75, '11:15 left'],
  ['orange', 0.4, '06:00 left'],
  ['red', 0.15, '02:15 left'],
  ['iris', 1, 'done'],
  ['quiet', 0.8, 'nothing here'],
]

/** The ring in each of its tones. */
export function RingSamples() {
  return (
    <ul className="design-row">
      <li>
        <LogoMark />
        <small>the logo</small>
      </li>
      {TONES.map(([tone, fraction, words]) => (
        <li key={tone}>
          <Ring tone={tone} fraction={fraction} weight={7} className="design-ring" />
          <small>
            {tone}: {words}
          </small>
        </li>
      ))}
      <li>
        <Portrait name="Nora Demo" picture={null} sizes="96px" className="design-ring" />
        <small>without a picture</small>
      </li>
    </ul>
  )
}

export function ButtonSamples() {
  return (
    <div className="design-row">
      <Button variant="primary" icon={<Video size={18} aria-hidden="true" />}>
        Book now
      </Button>
      <Button>Cancel</Button>
      <Button variant="quiet">Copy link</Button>
      <Button variant="danger">Reject</Button>
      <Button variant="primary" busy>
        Sending
      </Button>
      <Button disabled>Not now</Button>
      <ButtonLink to="/design">A link</ButtonLink>
      <IconButton label="Share">
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

export function FieldSamples() {
  const [isOn, setOn] = useState(true)
  return (
    <Card className="design-fields">
      <TextField label="Username" hint="Your profile's address changes with it." placeholder="@username" />
      <TextField label="Price" prefix="£" defaultValue="12.50" inputMode="decimal" />
      <TextField label="Email" error="Please enter a valid email address" defaultValue="not an address" />
      <Select label="Unit" defaultValue="2">
        <option value="1">seconds</option>
        <option value="2">minutes</option>
      </Select>
      <TextArea label="Description" defaultValue="Bring a game you lost. We replay it together." />
      <Switch label="Push notifications" checked={isOn} onChange={setOn} />
      <ProblemNote>This offer has changed since you opened the page.</ProblemNote>
    </Card>
  )
}

export function SheetSample() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open a sheet</Button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title="Reject this request?"
        description="The buyer gets all their money back."
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" onClick={close}>
              Reject
            </Button>
          </>
        }
      />
    </>
  )
}

function ListItem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <Card>
        <h3>{title}</h3>
        <p>{children}</p>
      </Card>
    </li>
  )
}

export function CardSamples() {
  const [tab, setTab] = useState('list')
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'list',
          name: 'List',
          badge: '2',
          content: (
            <ul className="design-cards">
              <ListItem title="@nora-chess">15 minutes · £25.00</ListItem>
              <ListItem title="@otto-outfits">90 seconds · £12.50</ListItem>
            </ul>
          ),
        },
        {
          value: 'waiting',
          name: 'On its way',
          content: (
            <Card className="design-fields">
              <Skeleton width="60%" height="22px" />
              <Skeleton height="42px" />
              <Waiting>Looking for your calls</Waiting>
            </Card>
          ),
        },
      ]}
    />
  )
}

export function StateSamples() {
  return (
    <>
      <div className="design-cards">
        <Card>
          <EmptyState action={<ButtonLink to="/explore">Explore</ButtonLink>}>No calls yet.</EmptyState>
        </Card>
        <Card>
          <EmptyState
            title={<h3>This page did not work</h3>}
            action={<Button variant="primary">Try again</Button>}
          >
            Something went wrong on our side. Please try again in a moment.
          </EmptyState>
        </Card>
      </div>
      <div className="design-row">
        <ThumbsUp>Profile Saved</ThumbsUp>
        <Button
          icon={<CalendarDays size={18} aria-hidden="true" />}
          onClick={() => alerts.message('Session Request Sent')}
        >
          Show a message
        </Button>
        <Button onClick={() => alerts.error('card error')}>Show an error</Button>
      </div>
    </>
  )
}
