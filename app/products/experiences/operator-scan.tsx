import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { OperatorView } from './open-operator.server.ts';
import { judgeVoucher, keepScans, readKeptScans, type KeptScan } from './kept-scans.ts';

interface Detector {
  detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const everyMs = 400;

/**
 * Scanning with the camera and checking in without a network: what is scanned is judged by its signature, kept in this
 * browser and sent when there is a network again. Without a script the form above does the same, one at a time.
 */
export function OperatorScan({ view, path }: { view: OperatorView; path: string }) {
  const t = useTexts('operator');
  const revalidator = useRevalidator();
  const [waiting, setWaiting] = useState<readonly KeptScan[]>([]);
  const [online, setOnline] = useState(true);
  const [said, setSaid] = useState<{ readonly word: string; readonly places: number | null } | null>(null);
  const [camera, setCamera] = useState<'none' | 'ready' | 'on' | 'refused'>('none');
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef({ code: '', at: 0 });

  const send = useCallback(async () => {
    const scans = readKeptScans();
    if (scans.length === 0) return;
    const body = new FormData();
    body.set('scans', JSON.stringify(scans));
    try {
      const answer = await fetch(`${path}/sync`, { method: 'POST', body });
      if (!answer.ok) return;
      const { results } = (await answer.json()) as { results: { code: string; result: string; places: number | null }[] };
      const answered = new Set(results.map((result) => result.code));
      setWaiting(keepScans(readKeptScans().filter((scan) => !answered.has(scan.code))));
      const newest = results.at(-1);
      if (newest) setSaid({ word: newest.result, places: newest.places });
      await revalidator.revalidate();
    } catch {
      // No network: they stay here until there is one.
      setOnline(false);
    }
  }, [path, revalidator]);

  const scanned = useCallback(
    async (code: string) => {
      const at = Date.now();
      // The camera sees the same code many times a second.
      if (code === last.current.code && at - last.current.at < 5_000) return;
      last.current = { code, at };
      const judged = await judgeVoucher(code, view.voucherKey);
      if (!judged) return setSaid({ word: 'unknown', places: null });
      setSaid({ word: 'kept', places: judged.places });
      setWaiting(keepScans([...readKeptScans().filter((scan) => scan.code !== code), { code, at }]));
      await send();
    },
    [send, view.voucherKey],
  );

  useEffect(() => {
    setWaiting(readKeptScans());
    setOnline(navigator.onLine);
    setCamera('BarcodeDetector' in window && 'mediaDevices' in navigator ? 'ready' : 'none');
    void navigator.serviceWorker?.register('/operator-worker.js', { scope: '/operator/' }).catch(() => undefined);
    const back = () => {
      setOnline(true);
      void send();
    };
    const gone = () => setOnline(false);
    window.addEventListener('online', back);
    window.addEventListener('offline', gone);
    void send();
    return () => {
      window.removeEventListener('online', back);
      window.removeEventListener('offline', gone);
    };
    // Once for the page: `send` reads what is kept when it runs.
  }, []);

  useEffect(() => {
    if (camera !== 'on') return;
    let over = false;
    let stream: MediaStream | null = null;
    const watch = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      } catch {
        return setCamera('refused');
      }
      const screen = video.current;
      if (over || !screen) return stream.getTracks().forEach((track) => track.stop());
      screen.srcObject = stream;
      await screen.play();
      const detector = new (window as unknown as { BarcodeDetector: DetectorClass }).BarcodeDetector({ formats: ['qr_code'] });
      while (!over) {
        const [found] = await detector.detect(screen).catch(() => []);
        if (found) await scanned(found.rawValue);
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    };
    void watch();
    return () => {
      over = true;
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, [camera, scanned]);

  return (
    <div className="op-camera">
      {camera === 'ready' && (
        <Button icon="search" onClick={() => setCamera('on')}>
          {t('scan.camera')}
        </Button>
      )}
      {camera === 'on' && (
        <>
          <video ref={video} muted playsInline aria-label={t('scan.cameraLabel')} />
          <Button onClick={() => setCamera('ready')}>{t('scan.stop')}</Button>
        </>
      )}
      {camera === 'refused' && <Notice tone="warn">{t('scan.refused')}</Notice>}
      <div aria-live="assertive">
        {said && (
          <Notice tone={said.word === 'in' || said.word === 'kept' ? 'ok' : said.word === 'already' ? 'info' : 'danger'} boxed>
            {t(`said.${said.word}`)} {said.places !== null && t('scan.places', { count: said.places })}
          </Notice>
        )}
      </div>
      {(!online || waiting.length > 0) && (
        <Notice tone="warn" icon="clock">
          {t('scan.offline', { count: waiting.length })}
        </Notice>
      )}
    </div>
  );
}
