import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../apps/server/src/config.ts'
import { temporaryDirectory } from '../../apps/server/src/testing/temporary-directory.ts'
import { ROOT } from '../run-command.ts'
import { readmeSettings } from './readme-settings.ts'

const FOLDER = join(ROOT, 'deploy/kubernetes')
/** The server exits within this time of SIGTERM. */
const DRAIN_SECONDS = 10

interface Container {
  args?: string[]
  envFrom?: unknown[]
  env?: { name: string; value: string }[]
  securityContext: Record<string, unknown>
  resources: { requests: unknown; limits: { memory: string } }
  lifecycle?: { preStop: { exec: { command: string[] } } }
  livenessProbe?: { httpGet: { path: string } }
  ports?: { name: string }[]
}
interface Pod {
  metadata: { labels: Record<string, string> }
  spec: {
    terminationGracePeriodSeconds?: number
    securityContext: { runAsNonRoot: boolean }
    containers: Container[]
  }
}
interface Resource {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec: Record<string, unknown> & {
    template?: Pod
    selector?: { matchLabels?: Record<string, string> }
    jobTemplate?: { spec: { template: Pod } }
  }
}

const read = (file: string) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map(document => document.toJS() as Resource)
const { resources } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8')) as {
  resources: string[]
}
const all = resources.flatMap(read)

function find(kind: string, name = 'parley'): Resource {
  const found = all.find(each => each.kind === kind && each.metadata.name === name)
  if (!found) throw new Error(`no ${kind} ${name}`)
  return found
}
const podOf = ({ spec }: Resource): Pod => {
  const pod = spec.template ?? spec.jobTemplate?.spec.template
  if (!pod) throw new Error('it has no pod')
  return pod
}
const pods = [find('Deployment'), find('CronJob', 'parley-backup'), find('CronJob', 'parley-audit')].map(
  podOf,
)

describe('the manifests of Kubernetes', () => {
  it('are all applied, except the template of the secrets and files that need an operator', () => {
    const unlisted = readdirSync(FOLDER).filter(file => !resources.includes(file))
    expect(unlisted.sort()).toEqual(['kustomization.yaml', 'secrets.example.yaml', 'service-monitor.yaml'])
  })

  it('give the server settings that it reads, with every real provider', () => {
    const [secrets] = read('secrets.example.yaml')
    const config = readConfig({
      NODE_ENV: 'production',
      ...find('ConfigMap', 'parley-settings').data,
      ...secrets?.stringData,
    })
    expect(
      [config.video, config.bus, config.images, config.mail, config.stripe].map(part => part.provider),
    ).toEqual(['livekit', 'redis', 's3', 'smtp', 'stripe'])
  })

  it('name every setting of the README, with a value or as a placeholder, except those that have no meaning there', () => {
    const without = /^(HOST|PORT|ALLOW_SANDBOX|DEMO|MEDIA_\w+|TURN_\w+|STRIPE_API_BASE|NODE_EXTRA_CA_CERTS)$/
    const forms = ['settings.yaml', 'secrets.example.yaml'].map(file =>
      readFileSync(join(FOLDER, file), 'utf8'),
    )
    // An optional variable is a comment in the template.
    const passed = forms.flatMap(text => [...text.matchAll(/^ {2}(?:# )?(\w+): /gm)].map(([, name]) => name))
    const own = podOf(find('Deployment')).spec.containers[0]?.env?.map(({ name }) => name) ?? []
    expect(
      readmeSettings().filter(name => !without.test(name) && ![...passed, ...own].includes(name)),
    ).toEqual([])
  })

  it('encrypt the signing keys, which processes on several machines have to share', () => {
    expect(read('secrets.example.yaml')[0]?.stringData?.SECRETS_KEY?.length).toBeGreaterThanOrEqual(16)
  })

  it('give every process the same settings: server, backup and audit', () => {
    const [server, ...others] = pods.map(({ spec }) => spec.containers[0])
    expect(server?.envFrom).toHaveLength(2)
    for (const other of others) expect([other?.envFrom, other?.env]).toEqual([server?.envFrom, server?.env])
  })

  it('give a process time to drain after the proxies have removed it', () => {
    const { spec } = podOf(find('Deployment'))
    const sleepSeconds = Number(spec.containers[0]?.lifecycle?.preStop.exec.command[1])
    expect(sleepSeconds).toBeGreaterThanOrEqual(3)
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(sleepSeconds + DRAIN_SECONDS)
    expect(find('Deployment').spec.strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } })
  })

  it('restart no process because a server that it depends on is down', () => {
    expect(podOf(find('Deployment')).spec.containers[0]?.livenessProbe?.httpGet.path).toBe('/healthz')
  })

  it('allow traffic to the internet by IPv4 and IPv6, and to the cloud’s metadata server by neither', () => {
    const { egress } = find('NetworkPolicy').spec as {
      egress: { to: { ipBlock?: { cidr: string; except: string[] } }[] }[]
    }
    const blocks = egress.flatMap(({ to }) => to).flatMap(({ ipBlock }) => ipBlock ?? [])
    expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0'])
    expect(blocks[0]?.except).toContain('169.254.0.0/16')
    expect(blocks[1]?.except).toEqual(expect.arrayContaining(['fe80::/10', 'fd00:ec2::254/128']))
  })

  it('select pods that exist', () => {
    const labels = podOf(find('Deployment')).metadata.labels
    for (const kind of ['Deployment', 'PodDisruptionBudget', 'NetworkPolicy']) {
      const { spec } = find(kind)
      const selector = spec.selector ?? (spec.podSelector as typeof spec.selector)
      expect(labels, kind).toMatchObject(selector?.matchLabels ?? { none: 'is selected' })
    }
    expect(labels).toMatchObject(find('Service').spec.selector as Record<string, string>)
  })

  it('allow no pod to be root, write to its programs or gain rights', () => {
    for (const { spec } of pods) {
      expect(spec.securityContext.runAsNonRoot).toBe(true)
      for (const container of spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources.limits.memory).toBeDefined()
      }
    }
  })

  it('leave the number of pods to the autoscaler, so that an upgrade in a rush ends none', () => {
    expect(find('Deployment').spec.replicas).toBeUndefined()
    expect(find('HorizontalPodAutoscaler').spec.minReplicas).toBeGreaterThanOrEqual(2)
  })

  it('keep sixteen backups, and make room before the next one', async () => {
    const folder = await temporaryDirectory()
    const days = Array.from(
      { length: 20 },
      (_, day) => `parley-2026-01-${String(day + 1).padStart(2, '0')}T031700Z`,
    )
    const left = ['parley-2026-01-21T031700Z.unfinished', 'parley-2026-01-22T031700Z.unfinished']
    for (const name of [...days, ...left]) await mkdir(join(folder, name))
    const hoursAgo = new Date(Date.now() - 3 * 3_600_000)
    await utimes(join(folder, left[0] ?? ''), hoursAgo, hoursAgo)
    const [script = ''] = podOf(find('CronJob', 'parley-backup')).spec.containers[0]?.args ?? []
    const here = script
      .replaceAll('/data/backups', folder)
      .replace('node apps/server/src/backup.ts', `mkdir ${folder}/parley-2026-01-23T031700Z`)
    await promisify(execFile)('sh', ['-c', here])
    // One that is younger than the time limit of a backup may still be written.
    expect((await readdir(folder)).sort()).toEqual([...days.slice(5), left[1], 'parley-2026-01-23T031700Z'])
  })
})
